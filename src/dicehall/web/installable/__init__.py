"""Dicehall as an installable web app: manifest, service worker and offline page."""

from dicehall.web.installable.manifest import show_manifest
from dicehall.web.installable.service_worker import show_offline, show_service_worker

ROUTES = [show_manifest, show_service_worker, show_offline]
