"""From a moving picture to throws: background, foreground, association and events."""
