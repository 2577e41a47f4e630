import { defineDomain } from '../../kit/domain.ts'
import { wxAccount } from './wx-account.ts'

export const mp = defineDomain({ name: 'mp', title: '公众号', entities: [wxAccount] })
