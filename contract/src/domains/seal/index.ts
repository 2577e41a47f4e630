import { defineDomain } from '../../kit/domain.ts'
import { certCheck, certInfo, certStates } from './cert-info.ts'
import { crl, crlStates } from './crl.ts'
import { permitReview } from './seal-permit-review.ts'
import { permitStates, sealPermit } from './seal-permit.ts'
import { trustChain } from './trust-chain.ts'
import { ukeyInfo } from './ukey-info.ts'

export const seal = defineDomain({
  name: 'seal',
  title: '电子印章',
  entities: [trustChain, crl, ukeyInfo, certInfo, sealPermit],
  calls: [certCheck],
  reviews: [permitReview],
  states: [permitStates, certStates, crlStates],
})
