"""Messages of Web Push, on the examples of RFC 8291 and RFC 8292, and beside another program."""

import json
from unittest.mock import patch

import http_ece
import pytest
from hypothesis import given
from hypothesis import strategies as st
from py_vapid import Vapid02
from pywebpush import WebPusher

from zaria.club.notifications.push.messages import (
    SIGNED_FOR_S,
    DeviceKeys,
    authorization,
    decoded,
    encoded,
    encrypt,
    is_usable,
)

DEVICE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
"""The private key of the device in RFC 8291, section 5."""
CLUB = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
KEYS = DeviceKeys(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
    "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
HEADER = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0"
    "NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiU"
    "fnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA,"
    "k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)
"""The header of RFC 8292, section 2.4, which is valid until `EXPIRES`."""
EXPIRES = 1_453_523_768


def decrypted(body: bytes) -> bytes:
    device = Vapid02.from_raw(DEVICE.encode()).private_key
    plain: bytes = http_ece.decrypt(body, private_key=device, auth_secret=decoded(KEYS.auth))
    return plain


def test_the_example_of_rfc_8291_is_encrypted_byte_for_byte() -> None:
    club = Vapid02.from_raw(CLUB.encode()).private_key
    body = encrypt(b"When I grow up, I want to be a watermelon", KEYS, key=club, salt=decoded(SALT))
    assert encoded(body) == MESSAGE


@given(st.binary(max_size=3000))
def test_only_the_device_reads_a_message_and_no_two_are_alike(payload: bytes) -> None:
    body = encrypt(payload, KEYS)
    assert decrypted(body) == payload
    assert encrypt(payload, KEYS) != body


@given(st.binary(min_size=1, max_size=2000))
def test_another_program_encrypts_what_the_same_device_reads(payload: bytes) -> None:
    pusher = WebPusher({"endpoint": "https://push.example.net/p", "keys": KEYS._asdict()})
    assert decrypted(pusher.encode(payload)["body"]) == payload == decrypted(encrypt(payload, KEYS))


def test_the_club_signs_the_claims_of_rfc_8292() -> None:
    assert Vapid02.verify(HEADER)
    assert not Vapid02.verify(HEADER.replace(".eyJhdWQi", ".eyJhdWQj"))
    club = Vapid02.from_raw(CLUB.encode())
    with patch("time.time", return_value=EXPIRES - SIGNED_FOR_S):
        header = authorization(
            "https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", club, "mailto:push@example.com"
        )
    assert Vapid02.verify(header)
    assert header.rpartition(".")[0] == HEADER.rpartition(".")[0], "the same claims in the same form"


def test_a_signature_says_no_more_than_the_origin_of_the_service() -> None:
    club = Vapid02.from_raw(CLUB.encode())
    header = authorization("https://push.example.net:8443/secret?path", club, "https://club.example")
    claims = json.loads(decoded(header.split(".")[1]))
    assert claims.keys() == {"aud", "exp", "sub"}
    assert claims["aud"] == "https://push.example.net:8443"


@pytest.mark.parametrize(
    "keys",
    [
        DeviceKeys("", ""),
        KEYS._replace(auth="short"),
        KEYS._replace(p256dh=KEYS.p256dh[:-4]),
        KEYS._replace(p256dh="B" + "A" * 86),
        KEYS._replace(p256dh="é" * 87),
    ],
)
def test_keys_that_are_no_keys_are_refused(keys: DeviceKeys) -> None:
    assert is_usable(KEYS)
    assert not is_usable(keys)
