"""The service: detection and de-identification over HTTP, in worker processes; no text outlives its request.

``app.make_app`` makes the application; ``workers`` do the work; ``maskerad serve`` runs it.
"""
