import { upload } from '../../api/client.ts'
import { t } from '../../i18n/i18n.ts'
import { message } from '../../ui/message.ts'
import { type Cut, fitPicture } from './fit-picture.ts'

const PUT_FILE = '/api/blade-resource/oss/endpoint/put-file'
const MAX_BYTES = 500 * 1024

export const PICTURE_TYPES = ['image/jpeg', 'image/png']

/** Keeps a picture on the server and answers its address; nothing when it is too large or no picture, which is said. */
export async function sendPicture(file: File, path = PUT_FILE, cut?: Cut): Promise<string | undefined> {
  if (cut) {
    const fitted = await fitPicture(file, cut)
    if (!fitted) message.warning(t('打不开这张图片，请换一张jpg或png照片'))
    return fitted && (await send(fitted, path))
  }
  if (!PICTURE_TYPES.includes(file.type) || file.size > MAX_BYTES) {
    message.warning(t('只能上传jpg或png图片，且不超过500kb'))
    return undefined
  }
  return send(file, path)
}

async function send(file: File, path: string): Promise<string> {
  const answer = await upload<{ link: string }>(path, {}, [file])
  return answer.link
}
