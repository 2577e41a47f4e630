import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
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

/** Never a database: addresses of machines that hand out credentials, of nobody, and of many. */
const REFUSED = new BlockList()
REFUSED.addSubnet('0.0.0.0', 8, 'ipv4')
REFUSED.addSubnet('169.254.0.0', 16, 'ipv4')
REFUSED.addSubnet('100.100.100.0', 24, 'ipv4')
REFUSED.addSubnet('224.0.0.0', 3, 'ipv4')
REFUSED.addAddress('::', 'ipv6')
REFUSED.addSubnet('fe80::', 10, 'ipv6')
REFUSED.addSubnet('ff00::', 8, 'ipv6')
REFUSED.addAddress('fd00:ec2::254', 'ipv6')

/** The number behind a host name. It is what is connected to, so that a name cannot change its mind afterwards. */
export async function resolveHost(host: string): Promise<string> {
  const found = await lookup(host, { all: true, verbatim: false }).catch(() => [])
  const [first] = found
  if (!first) throw refuse('无法解析数据源的主机名')
  for (const { address } of found) {
    if (REFUSED.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) throw refuse('不允许连接该地址')
  }
  return first.address
}
