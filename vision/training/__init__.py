"""How the networks in ``vision/model`` are made: from rendered and drawn pictures, no photo is used.

``model/training.toml`` lists the runs, ``python -m vision.training`` does them. The steps, in order: render scenes
(`renders`), draw sprites (`pool`), cut labelled views from both (`scenes`, `batches`, `cuts`), train (`fit`, `nets`),
fit weights and threshold on scenes kept aside (`calibrate`). Nothing in this package is imported at run time.
"""
