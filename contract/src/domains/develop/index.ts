import { defineDomain } from '../../kit/domain.ts'
import * as code from './code.ts'
import * as source from './datasource.ts'

const { CODE_KINDS: _kinds, code: _code, ...codeCalls } = code
const { datasource, ...sourceCalls } = source

export const develop = defineDomain({
  name: 'develop',
  title: '研发工具',
  entities: [datasource],
  calls: [...Object.values(sourceCalls), ...Object.values(codeCalls)],
})
