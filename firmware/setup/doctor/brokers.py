"""Whether the MQTT broker lets us in, where one is configured."""

from __future__ import annotations

from pathlib import Path

from firmware.config.schema import MqttConfig
from firmware.notice import Notice, finding
from firmware.paths import MQTT
from scoreboard.message import message


def broker(config: MqttConfig, journal: Path) -> Notice:
    """Connect, as the scoreboard does but under another name, and leave again; nothing is sent."""
    if not config.broker:
        return finding("skipped", message("doctor.no-broker"))
    ill = message("lost.broker")
    try:
        from firmware.mqtt.link import BrokerAddress, BrokerLink
        from firmware.mqtt.secrets_kept import BrokerError, BrokerSecrets
    except ImportError:
        return finding("amber", ill, message("broker.no-library"))
    address = BrokerAddress(config.broker, config.port, config.tls, config.user, "stadium-doctor", config.protocol)
    try:
        link = BrokerLink(address, BrokerSecrets(journal.with_suffix(MQTT)))
        try:
            link.open()
        finally:
            link.close(as_gone=False)
    except BrokerError as error:
        return finding("amber", ill, error.words)
    return finding("green", message("doctor.broker"))
