/** A burst of `tries`; one more is added every `everySeconds`. */
export type Allowance = { tries: number; everySeconds: number }

/** Failed and pending attempts count. Known browsers count separately, so that an attacker does not lock the owner out. */
export const RATE_LIMITS = {
  signInFromOneAddress: { tries: 30, everySeconds: 20 },
  signInFromOneAddressToOneAccount: { tries: 5, everySeconds: 60 },
  signInFromKnownBrowser: { tries: 10, everySeconds: 30 },
  /** All unknown browsers together, from any number of addresses. */
  signInToOneAccount: { tries: 50, everySeconds: 30 },
  /** After a correct password; three of a million codes are valid at any time. */
  secondFactorFromKnownBrowser: { tries: 5, everySeconds: 120 },
  secondFactorToOneAccount: { tries: 10, everySeconds: 180 },
  /** A stolen session must not allow guessing the password. */
  ownPassword: { tries: 5, everySeconds: 60 },
  ownSecondFactor: { tries: 5, everySeconds: 60 },
  registerFromOneAddress: { tries: 10, everySeconds: 360 },
  registerOneEmail: { tries: 5, everySeconds: 720 },
  resendFromOneAddress: { tries: 10, everySeconds: 360 },
  resendToOneEmail: { tries: 3, everySeconds: 1200 },
  resetFromOneAddress: { tries: 10, everySeconds: 360 },
  /** A link is valid for an hour, so an owner whose attempts were used up by others has a valid one. */
  resetToOneEmail: { tries: 3, everySeconds: 1200 },
  enquiryFromOneAddress: { tries: 5, everySeconds: 720 },
  stockAlertFromOneAddress: { tries: 10, everySeconds: 360 },
  /** Anybody can enter somebody else's address. */
  stockAlertToOneEmail: { tries: 5, everySeconds: 1200 },
} as const satisfies Record<string, Allowance>

export type RateLimits = Record<keyof typeof RATE_LIMITS, Allowance>
export type LimitedAction = keyof RateLimits
