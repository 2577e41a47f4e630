import { defineDomain } from '../../kit/domain.ts'
import * as operations from './operations.ts'
import * as recycle from './recycle.ts'

export const ops = defineDomain({
  name: 'ops',
  title: '运维',
  calls: [...Object.values(recycle), ...Object.values(operations)],
})
