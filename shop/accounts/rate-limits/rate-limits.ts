/** So many tries at once, and one more each time this many seconds have passed. */
export type Allowance = { tries: number; everySeconds: number }

/**
 * Failed and pending tries count; a try that succeeds is given back.
 * A guesser is slowed down where they are, so that a stranger's guesses never keep the owner of an account out:
 * a browser that has signed in to the account before has an allowance of its own and shares no other.
 */
export const RATE_LIMITS = {
  signInFromOneAddress: { tries: 30, everySeconds: 20 },
  signInFromOneAddressToOneAccount: { tries: 5, everySeconds: 60 },
  signInFromKnownBrowser: { tries: 10, everySeconds: 30 },
  /** What all strangers together may try on one account, however many addresses they use. */
  signInToOneAccount: { tries: 50, everySeconds: 30 },
  /** With a right password already shown: codes of the second factor, of which three in a million are right at a time. */
  secondFactorFromKnownBrowser: { tries: 5, everySeconds: 120 },
  secondFactorToOneAccount: { tries: 10, everySeconds: 180 },
  /** Whoever holds somebody's session may still not guess what it does not show. */
  ownPassword: { tries: 5, everySeconds: 60 },
  ownSecondFactor: { tries: 5, everySeconds: 60 },
  registerFromOneAddress: { tries: 10, everySeconds: 360 },
  registerOneEmail: { tries: 5, everySeconds: 720 },
  resendFromOneAddress: { tries: 10, everySeconds: 360 },
  resendToOneEmail: { tries: 3, everySeconds: 1200 },
  resetFromOneAddress: { tries: 10, everySeconds: 360 },
  /** Each link is good for an hour, so whoever finds the tries used up by a stranger has a good link in the mailbox. */
  resetToOneEmail: { tries: 3, everySeconds: 1200 },
} as const satisfies Record<string, Allowance>

export type RateLimits = Record<keyof typeof RATE_LIMITS, Allowance>
export type LimitedAction = keyof RateLimits
