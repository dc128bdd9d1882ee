export type Release = {
  /** Raised with each release: the number of versions in CHANGELOG.md, counting the unreleased one. */
  number: number
  /** The oldest release whose code works with the migrations and procedures of this one (ADR-54). */
  oldestCompatible: number
}

/** Release 1 is 1.0.0, which reads what the migrations 0011 and 0026 removed. */
export const RELEASE: Release = { number: 2, oldestCompatible: 2 }

/**
 * The commit of the previous release, which a test runs beside this build (ADR-54). Until a compatible
 * release exists, it is the last commit before migration 0056, so that the migrations since then are tested.
 */
export const FORMER_BUILD = '07debc149dfc6b2430bfec5442be336c692891e2'
