"""One picture -> which tokens lie in it and what they show: detector, classifiers, posterior, decision."""
