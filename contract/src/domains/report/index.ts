import { defineDomain } from '../../kit/domain.ts'

export const report = defineDomain({ name: 'report', title: '统计报表' })
