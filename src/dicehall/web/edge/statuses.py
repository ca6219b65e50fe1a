"""The HTTP status of each refusal."""

from dicehall.game import refused

STATUSES: dict[type[refused.Refused], int] = {
    refused.UnknownGame: 404,
    refused.UnknownMatch: 404,
    refused.UnknownRoom: 404,
    refused.NotYourSeat: 403,
    refused.GameOver: 409,
    refused.MatchOver: 409,
    refused.NotYourTurn: 409,
    refused.CoachWaits: 409,
    refused.NeedsFullVersion: 409,
    refused.PromiseSpent: 409,
    refused.LinkSpent: 410,
    refused.SeatNotFree: 409,
    refused.SeatOpen: 409,
    refused.StaleVersion: 409,
    refused.IdReused: 409,
    refused.BeyondNewest: 409,
    refused.NothingToClaim: 409,
    refused.NothingToTakeBack: 409,
    refused.NotOver: 409,
    refused.TooOften: 429,
    refused.StoreUnreachable: 503,
    refused.StoreUnusable: 503,
}


def status(refusal: refused.Refused) -> int:
    """The HTTP status of a refusal; 422 if the table does not list it."""
    return STATUSES.get(type(refusal), 422)
