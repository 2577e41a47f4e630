import { randomUUID } from 'node:crypto'
import { type SmsProvider, at } from './provider.ts'
import { signAcs3 } from './sign.ts'

const ENDPOINT = 'https://dysmsapi.aliyuncs.com'

/** 阿里云短信服务: SendSms of version 2017-05-25, one text to up to a thousand numbers. */
export const aliyun: SmsProvider = {
  request(account, message, now) {
    const endpoint = new URL(account.endpoint || ENDPOINT)
    const { query, headers } = signAcs3({
      accessKey: account.accessKey ?? '',
      secretKey: account.secretKey ?? '',
      host: endpoint.host,
      action: 'SendSms',
      version: '2017-05-25',
      now,
      nonce: randomUUID(),
      query: {
        PhoneNumbers: message.phones.join(),
        SignName: account.signName ?? '',
        TemplateCode: message.templateCode,
        TemplateParam: JSON.stringify(message.params),
      },
    })
    return { url: `${endpoint.origin}/?${query}`, headers, body: '' }
  },
  refusal(_status, body) {
    return at(body, 'Code') === 'OK' ? undefined : [at(body, 'Code'), at(body, 'Message')].filter(Boolean).join(' ')
  },
}
