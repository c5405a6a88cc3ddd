"""The pages of the club in pages of other sites, which ask for them by oEmbed."""
