import { defineDomain } from '../../kit/domain.ts'
import { permitReview } from './seal-permit-review.ts'
import { permitStates, sealPermit } from './seal-permit.ts'
import { ukeyInfo } from './ukey-info.ts'

export const seal = defineDomain({
  name: 'seal',
  title: '电子印章',
  entities: [ukeyInfo, sealPermit],
  reviews: [permitReview],
  states: [permitStates],
})
