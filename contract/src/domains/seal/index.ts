import { defineDomain } from '../../kit/domain.ts'
import { cert } from './cert.ts'
import { certCheck, certInfo, certStates } from './cert-info.ts'
import { cipher } from './cipher.ts'
import { crl, crlStates } from './crl.ts'
import { mouldPreview, sealMould } from './seal-mould.ts'
import { permitReview } from './seal-permit-review.ts'
import { permitStates, sealPermit } from './seal-permit.ts'
import { trustChain } from './trust-chain.ts'
import { ukeyInfo } from './ukey-info.ts'

export const seal = defineDomain({
  name: 'seal',
  title: '电子印章',
  entities: [cipher, cert, trustChain, crl, ukeyInfo, certInfo, sealMould, sealPermit],
  calls: [certCheck, mouldPreview],
  reviews: [permitReview],
  states: [permitStates, certStates, crlStates],
})
