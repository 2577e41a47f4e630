import type { SmsProvider } from './provider.ts'
import { hmac } from './sign.ts'

const BODY = '{"phones":"{phone}","template":"{template}","sign":"{sign}","content":"{content}","params":{params}}'

/**
 * Any service that takes JSON over HTTP. The template names what goes where; text is put in as JSON text, `{params}`
 * as a JSON object. With a secret the request carries `X-Timestamp` (seconds) and `X-Signature`, the hex HMAC-SHA256
 * of `<timestamp>\n<body>`.
 */
export const http: SmsProvider = {
  request(account, message, now) {
    const texts: Record<string, string> = {
      phone: message.phones.join(),
      template: message.templateCode,
      sign: account.signName ?? '',
      content: message.content,
    }
    const body = (account.bodyTemplate || BODY).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'params') return JSON.stringify(message.params)
      return texts[name] === undefined ? whole : JSON.stringify(texts[name]).slice(1, -1)
    })
    const timestamp = String(Math.floor(now.getTime() / 1000))
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      'x-timestamp': timestamp,
    }
    if (account.accessKey) headers['x-access-key'] = account.accessKey
    if (account.secretKey) headers['x-signature'] = hmac(account.secretKey, `${timestamp}\n${body}`).toString('hex')
    return { url: account.endpoint ?? '', headers, body }
  },
  refusal: (status) => (status >= 200 && status < 300 ? undefined : `HTTP ${status}`),
}
