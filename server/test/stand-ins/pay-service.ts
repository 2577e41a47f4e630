import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned, signed } from '../../src/domains/mall/refund/provider.ts'

export interface AskedRefund {
  tenantId: string
  refundNo: string
  refundFen: number
}

/** A payment service on this machine: pays each refund number once, however often it is asked, and tells when told to. */
export interface PayService {
  endpoint: string
  /** Requests as they came in, those repeated as well. */
  asked: AskedRefund[]
  /** Money that has left, by refund number. */
  paid: Map<string, number>
  /** How it answers from now on: takes it, says no, answers nonsense, or cuts the line after it has taken the request. */
  mood: 'take' | 'refuse' | 'nonsense' | 'cut'
  /** Called when a request has come in, before it is answered. */
  onAsked: (() => void) | undefined
  /** The notice of one refund, as it is sent. */
  noticeOf(refundNo: string, result?: 'success' | 'fail'): Record<string, string | number>
  close(): Promise<void>
}

const MERCHANT = 'M1'

export async function startPayService(key: string): Promise<PayService> {
  const known = new Map<string, AskedRefund>()
  const service: Omit<PayService, 'endpoint'> = {
    asked: [],
    paid: new Map(),
    mood: 'take',
    onAsked: undefined,
    noticeOf(refundNo, result = 'success') {
      const { tenantId = '', refundFen = 0 } = known.get(refundNo) ?? {}
      const payRefundNo = `P${refundNo}`
      const values = { tenantId, refundNo, payRefundNo, refundFen, result, reason: result === 'fail' ? '余额不足' : '' }
      return { ...values, sign: signed(key, values) }
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { sign, ...values } = JSON.parse(body) as AskedRefund & { sign: string; merchantNo: string }
      const isKnown = request.url === '/pay/refunds' && isSigned(key, values, sign) && values.merchantNo === MERCHANT
      service.asked.push(values)
      service.onAsked?.()
      if (!isKnown || service.mood === 'refuse')
        return response.end(JSON.stringify({ code: 'FAIL', message: isKnown ? '交易已关闭' : '签名错误' }))
      if (service.mood === 'nonsense') return response.end('<html>bad gateway</html>')
      known.set(values.refundNo, values)
      service.paid.set(values.refundNo, values.refundFen)
      return service.mood === 'cut' ? request.socket.destroy() : response.end(JSON.stringify({ code: 'SUCCESS' }))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return Object.assign(service, { endpoint: `http://127.0.0.1:${port}/pay` })
}
