"""What an owner's phone may do: settings, jobs, networks, news, erasing."""
