"""The rules of Cat Herders: legal actions, their effects and scoring."""
