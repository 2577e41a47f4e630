import { defineDomain } from '../../kit/domain.ts'
import { cert, certRevoke } from './cert.ts'
import { certCheck, certInfo, certStates } from './cert-info.ts'
import { cipher } from './cipher.ts'
import { crl, crlDownload, crlIssue, crlStates } from './crl.ts'
import * as seals from './seal-info.ts'
import { mouldPreview, sealMould } from './seal-mould.ts'
import { permitReview } from './seal-permit-review.ts'
import { permitStates, sealPermit } from './seal-permit.ts'
import { signFiles, signUpload } from './sign.ts'
import * as logs from './sign-log.ts'
import { signPreview, signRule } from './sign-rule.ts'
import { signStrategy } from './sign-strategy.ts'
import { trustChain } from './trust-chain.ts'
import { ukeyInfo } from './ukey-info.ts'
import { verifyCode, verifyDocument } from './verify.ts'

export const seal = defineDomain({
  name: 'seal',
  title: '电子印章',
  entities: [cipher, cert, trustChain, crl, ukeyInfo, certInfo, sealMould, signRule, signStrategy, sealPermit],
  byHand: [seals.sealInfo, logs.signLog],
  calls: [
    certCheck,
    certRevoke,
    crlIssue,
    crlDownload,
    mouldPreview,
    seals.sealInfoList,
    seals.sealInfoDetail,
    seals.sealInfoSubmit,
    seals.sealInfoRemove,
    seals.sealInfoDownload,
    signPreview,
    signUpload,
    signFiles,
    logs.signLogList,
    logs.signLogDetail,
    logs.signLogSubmit,
    logs.signLogRemove,
    logs.signLogVerify,
    verifyDocument,
    verifyCode,
  ],
  reviews: [permitReview, seals.sealReview],
  states: [permitStates, certStates, crlStates, seals.sealStates],
})
