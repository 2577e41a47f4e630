import { expect, test } from 'vitest'
import { type Received, acs3Signature, sha, sigV4Signature, tc3Signature } from '../../../../test/signatures.ts'
import { signAcs3, signTc3 } from './sign.ts'

/** Alibaba Cloud, “Request syntax and signature method V3”, the fixed example. */
const ACS3 = {
  secret: 'YourAccessKeySecret',
  signature: '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
  now: new Date('2023-10-26T10:22:32Z'),
  nonce: '3156853299f313e23d1673dc12e1703d',
}

/** Tencent Cloud, “Signature v3”, the example of DescribeInstances; the secrets are asterisks there. */
const TC3 = {
  id: `AKID${'*'.repeat(32)}`,
  secret: '*'.repeat(32),
  signature: '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
  now: new Date(1_551_113_065_000),
}

test('ACS3 signs the published example as published', () => {
  const signed = signAcs3({
    accessKey: 'YourAccessKeyId',
    secretKey: ACS3.secret,
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: ACS3.query,
    now: ACS3.now,
    nonce: ACS3.nonce,
  })
  expect(signed.headers['authorization']).toBe(
    `ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=${ACS3.signature}`,
  )
  const request: Received = { method: 'POST', url: `/?${signed.query}`, headers: signed.headers, body: Buffer.of() }
  expect(acs3Signature(request, ACS3.secret)).toBe(ACS3.signature)
  expect(acs3Signature(request, 'other')).not.toBe(ACS3.signature)
})

test('TC3 signs the published example as published', () => {
  const headers = signTc3({
    accessKey: TC3.id,
    secretKey: TC3.secret,
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    body: TC3.body,
    now: TC3.now,
  })
  expect(headers['authorization']).toBe(
    `TC3-HMAC-SHA256 Credential=${TC3.id}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${TC3.signature}`,
  )
  const request: Received = { method: 'POST', url: '/', headers, body: Buffer.from(TC3.body) }
  expect(tc3Signature(request, TC3.secret)).toBe(TC3.signature)
  expect(tc3Signature({ ...request, body: Buffer.from('{}') }, TC3.secret)).not.toBe(TC3.signature)
})

test('the verifier of Signature Version 4 agrees with the published GET of an object', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': sha(''),
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  }
  const request = { method: 'GET', url: '/test.txt', headers, body: Buffer.of() }
  expect(sigV4Signature(request, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})
