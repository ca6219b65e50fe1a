"""Where others find a server: what its host said, or what can be known without being told."""

import pytest
from litestar.datastructures.url import URL

from dicehall.host import addresses
from dicehall.host.addresses import BadAddress, check_url, public_address
from dicehall.host.settings import Settings
from dicehall.web.public_address import PublicAddress

LOCAL = URL("http://localhost:8000/")
SEEN = URL("http://192.168.1.7:8000/")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is 192.168.1.5."""
    monkeypatch.setattr(addresses, "_own_address", lambda family: "192.168.1.5")


def test_the_address_that_the_host_named_counts_everywhere(network: None) -> None:
    server = public_address(Settings(url="https://dice.example", host="0.0.0.0"), 8000)
    assert {server.base_url(seen) for seen in (LOCAL, SEEN)} == {"https://dice.example/"}
    assert not server.is_loopback(LOCAL)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_open_to_the_network_invites_there(network: None, host: str) -> None:
    server = public_address(Settings(host=host), 8123)
    assert server.base_url(LOCAL) == "http://192.168.1.5:8123/"
    assert not server.is_loopback(LOCAL)


def test_an_address_that_led_a_guest_here_leads_others(network: None) -> None:
    assert public_address(Settings(host="0.0.0.0"), 8000).base_url(SEEN) == str(SEEN)
    assert PublicAddress().base_url(URL("https://dice.example/")) == "https://dice.example/"


def test_a_server_for_this_computer_only_says_so(network: None) -> None:
    server = public_address(Settings(), 8000)
    assert server.base_url(LOCAL) == str(LOCAL)
    assert server.is_loopback(LOCAL)


def test_a_machine_without_a_network_has_no_address_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_own_address", lambda family: "")
    assert public_address(Settings(host="0.0.0.0"), 8000).is_loopback(LOCAL)


@pytest.mark.parametrize(
    "url",
    [
        "dice.example",
        "ftp://dice.example",
        "https://",
        "https://dice.example/house",
        "https://dice.example/?a=b",
        "https://ann:secret@dice.example",
        "https://dice example",
        "https://dice.example:99999",
        "https://dice.example:0",
        "https://[::1",
        "javascript:alert(1)",
        'https://dice.example"><script>',
    ],
)
def test_an_address_that_cannot_begin_a_link(url: str) -> None:
    with pytest.raises(BadAddress, match="not a valid public address"):
        check_url(url)


@pytest.mark.parametrize(
    "url", ["https://dice.example:8443", "http://[::1]:80", "http://192.168.1.5"]
)
def test_addresses_that_can(url: str) -> None:
    assert check_url(url) == check_url(f"{url}/") == f"{url}/"
