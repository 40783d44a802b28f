"""The board of Neko Neko Territory: scene, cards, input and previews."""
