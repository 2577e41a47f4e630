import { defineDomain } from '../../kit/domain.ts'
import * as client from './client.ts'

const { client: _client, ...clientCalls } = client

export const credentials = defineDomain({
  name: 'credentials',
  title: '应用与凭据',
  calls: Object.values(clientCalls),
})
