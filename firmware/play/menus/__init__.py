"""The menu. The order of its buttons is `main_menu.BY_HAND_CHOICES` and `main_menu.APPLIANCE_CHOICES`."""
