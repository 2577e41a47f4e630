import { refuse } from '../../platform/error.ts'

export interface SourceAddress {
  host: string
  port: number
  database: string
  isEncrypted: boolean
}

const FORM =
  /^(?:jdbc:postgresql|postgres(?:ql)?):\/\/(\[[\da-f:]+\]|[\w.-]{1,253})(?::(\d{1,5}))?\/([\w-]{1,63})(?:\?sslmode=(\w+))?$/i

/** Reads a data source's address. Only host, port, database and `sslmode` may stand in it: no account, no options. */
export function readAddress(url: string): SourceAddress {
  const found = FORM.exec(url.trim())
  if (!found) throw refuse('连接地址应为 jdbc:postgresql://主机:端口/数据库')
  const [, host = '', port = '5432', database = '', mode = 'disable'] = found
  if (!['disable', 'require'].includes(mode)) throw refuse('连接地址的 sslmode 只能是 disable 或 require')
  if (Number(port) < 1 || Number(port) > 65_535) throw refuse('连接地址的端口不正确')
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port), database, isEncrypted: mode === 'require' }
}
