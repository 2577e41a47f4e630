import { confirmBox } from '../ui/confirm.ts'
import { bodyOf } from './send.ts'

/** The server does it once the user says that it is meant: asks, where the answer is such a question; `true` after a yes. */
export async function agreesTo(response: Response): Promise<boolean> {
  if (response.status !== 409 || response.headers.get('X-Confirm') !== 'required') return false
  const body = await bodyOf(response.clone())
  const text = typeof body === 'object' && body !== null && 'msg' in body ? String(body.msg) : ''
  return confirmBox(text)
}
