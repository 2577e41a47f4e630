import { defineCall } from '../../kit/call.ts'
import { dateTime, integer, json, text, word } from '../../kit/field.ts'

/** One thing that was checked of a signature. `result`: 1 holds, 0 fails, 2 could not be asked. */
export interface VerifyStep {
  step: string
  title: string
  result: number
  text: string
}

/** One signature of a document, in the order in which they were made. */
export interface SignatureReport {
  /** What it is: PAdES, CMS-SM2 or SES. */
  format: string
  sealName: string
  ownerName: string
  signTime: string
  isValid: boolean
  steps: VerifyStep[]
}

const verdict = {
  /** `none`: there is no signature; `unknown`: whole, but nobody here vouches for the signer. */
  verdict: word<'valid' | 'invalid' | 'unknown' | 'none'>('结论'),
  text: text('说明', { required: true }),
}

/** 公开查验: anyone may bring a document; it is looked at and not kept. */ // inferred
export const verifyDocument = defineCall('seal.verify', {
  method: 'POST',
  path: '/api/yzl-seseal/verify',
  title: '查验文件',
  access: 'public',
  body: 'look',
  readOnly: true,
  output: {
    ...verdict,
    fileName: text('文件', { required: true }),
    sm3: text('SM3摘要', { required: true }),
    signatures: json<SignatureReport[]>('签名'),
  },
})

/** What was sealed under the code that is printed on a paper. */ // inferred
export const verifyCode = defineCall('seal.verifyCode', {
  method: 'GET',
  path: '/api/yzl-seseal/verify/code',
  title: '验真码查验',
  access: 'public',
  input: { code: text('验真码', { required: true, length: 30 }) },
  output: {
    ...verdict,
    docName: text('文件', { required: true }),
    sealName: text('印章', { required: true }),
    ownerName: text('用章单位', { required: true }),
    signTime: dateTime('签署时间', { required: true }),
    stateThen: text('签署时印章状态', { required: true }),
    stateNow: text('目前印章状态', { required: true }),
    sm3: text('SM3摘要', { required: true }),
    seq: integer('日志序号', { required: true }),
  },
})
