import type { ProofDefinition } from '#prove/runner/proof.ts'
import { featuredMutants, featuredRaces } from './featured-races.ts'
import { offerMutants, offerRaces } from './offer-races.ts'
import { pictureMutants, pictureRaces } from './picture-races.ts'

export const catalogue: ProofDefinition = {
  name: 'catalogue',
  title: 'Concurrent changes of the catalogue',
  about:
    'Of changes of offers, prices, pictures and the order of Featured that exclude each other one succeeds, and all responses say so. ' +
    'An order pays the price that it was sent with, or is refused; “Was” is a price that was charged.',
  steps: [offerRaces, pictureRaces, featuredRaces],
  mutants: [...offerMutants, ...pictureMutants, ...featuredMutants],
}
