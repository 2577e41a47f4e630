import { type SmsProvider, at } from './provider.ts'
import { signTc3 } from './sign.ts'

const ENDPOINT = 'https://sms.tencentcloudapi.com'
const REGION = 'ap-guangzhou'
const MAINLAND = /^1\d{10}$/

/** 腾讯云短信: SendSms of version 2021-01-11; the values fill the template by their place. */
export const tencent: SmsProvider = {
  request(account, message, now) {
    const endpoint = new URL(account.endpoint || ENDPOINT)
    const names = message.paramNames.length > 0 ? message.paramNames : Object.keys(message.params)
    const body = JSON.stringify({
      PhoneNumberSet: message.phones.map((phone) => (MAINLAND.test(phone) ? `+86${phone}` : phone)),
      SmsSdkAppId: account.appId ?? '',
      SignName: account.signName ?? '',
      TemplateId: message.templateCode,
      TemplateParamSet: names.map((name) => message.params[name] ?? ''),
    })
    const signed = signTc3({
      accessKey: account.accessKey ?? '',
      secretKey: account.secretKey ?? '',
      host: endpoint.host,
      service: 'sms',
      action: 'SendSms',
      body,
      now,
    })
    const headers = { ...signed, 'x-tc-version': '2021-01-11', 'x-tc-region': account.regionId || REGION }
    return { url: `${endpoint.origin}/`, headers, body }
  },
  /** Each number has a fate of its own; one refused number is a refusal. */
  refusal(_status, body) {
    const fault = at(body, 'Response', 'Error')
    if (fault) return [at(fault, 'Code'), at(fault, 'Message')].filter(Boolean).join(' ')
    const fates = at(body, 'Response', 'SendStatusSet')
    const failed = Array.isArray(fates) ? fates.find((fate) => at(fate, 'Code') !== 'Ok') : {}
    return failed && [at(failed, 'Code'), at(failed, 'Message')].filter(Boolean).join(' ')
  },
}
