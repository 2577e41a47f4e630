import { AppError, refuse } from '../../platform/error.ts'
import { PdfError, type PdfTrouble } from './pdf/values.ts'

const WORDS: Record<PdfTrouble, string> = {
  notPdf: '不是PDF文件',
  broken: 'PDF文件已损坏或结构不完整',
  encrypted: 'PDF文件已加密，请先取消密码',
  tooLarge: 'PDF文件过大或页数过多',
  picture: '印章图片已损坏或格式不支持，请更换印章图片',
}

/** Does work on a document; what is wrong with the document itself is a refusal in words. */
export async function withPdf<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfError) throw refuse(WORDS[error.trouble])
    if (error instanceof RangeError && !(error instanceof AppError)) throw refuse(WORDS.broken)
    throw error
  }
}
