"""The rules of Neko Neko Territory: components, legal actions, their effects and messages."""
