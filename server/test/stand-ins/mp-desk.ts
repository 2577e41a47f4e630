import { type Client, type TestApp, waitForJob } from '../harness.ts'
import { type Callback, type CallbackChange, plainCallback, sealedCallback } from './callback.ts'
import { type FakeWechat, startWechat } from './wechat.ts'
import { writeXml } from '../../src/platform/provider/write-xml.ts'

export const MANAGE = '/api/yzl-mpweixin/manage'
export const AES_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
export const TOKEN = 'tokenOfTheAccount'

/** An administrator with a public account at a platform on this machine. */
export interface MpDesk {
  admin: Client
  wechat: FakeWechat
  appid: string
  accountId: string
  /** A message as the platform delivers it; answers the body of the reply. */
  deliver(
    values: Record<string, string | number>,
    change?: CallbackChange & { isSealed?: boolean },
  ): Promise<{ status: number; text: string }>
  call(callback: Callback): Promise<{ status: number; text: string }>
  pull(): Promise<void>
}

/** Where the platform is to be, before the program starts: `useTestApp({ WECHAT_API: … })`. */
export async function openWechat(): Promise<FakeWechat> {
  return startWechat()
}

export async function openDesk(app: TestApp, wechat: FakeWechat, change: object = {}): Promise<MpDesk> {
  const admin = await app.user({ role: 'administrator' })
  const appid = `wx${Date.now().toString(16).padStart(16, '0')}`
  const body = {
    appid,
    name: '测试号',
    type: 2,
    verified: 1,
    secret: wechat.secret,
    token: TOKEN,
    aesKey: AES_KEY,
    ...change,
  }
  const made = await admin.post<{ id: string }>(`${MANAGE}/wxAccount/save`, body)
  if (made.status !== 200) throw new Error(made.msg)
  async function call({ query, body: payload }: Callback): Promise<{ status: number; text: string }> {
    const url = `/api/yzl-mpweixin/wx/msg/${appid}`
    const headers = { 'content-type': 'text/xml' }
    const response = await app.app.http.inject({ method: 'POST', url, query, headers, payload })
    return { status: response.statusCode, text: response.body }
  }
  return {
    admin,
    wechat,
    appid,
    accountId: made.data.id,
    call,
    deliver(values, { isSealed, ...more } = {}) {
      const message = { ToUserName: 'gh_account', CreateTime: Math.floor(Date.now() / 1000), ...values }
      const keys = { token: TOKEN, aesKey: AES_KEY, id: appid }
      return call((isSealed ? sealedCallback : plainCallback)(keys, writeXml(message), more))
    },
    async pull() {
      const started = await admin.post<{ jobId: string }>(`${MANAGE}/wxUser/syncWxUsers`, { appid })
      if (started.status !== 200) throw new Error(started.msg)
      await waitForJob(admin, started.data.jobId, 120)
    },
  }
}
