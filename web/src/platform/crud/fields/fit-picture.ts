/** Sides of a cut in pixels. */
export type Cut = readonly [width: number, height: number]

const MAX_BYTES = 500 * 1024
/** A cut may be kept this much finer than it is declared, where the picture has it. */
const FINER = 2
const QUALITIES = [0.92, 0.85, 0.75, 0.6, 0.4]

/** What of a picture is kept, and in which size: its middle in the proportion of the cut, never larger than it is. */
export function middleOf(width: number, height: number, [wide, high]: Cut) {
  const scale = Math.min(width / wide, height / high)
  const [w, h] = [wide * scale, high * scale]
  const size = Math.min(scale, FINER)
  return {
    x: (width - w) / 2,
    // Heads are rather above the middle.
    y: (height - h) / 3,
    w,
    h,
    width: Math.round(wide * size),
    height: Math.round(high * size),
  }
}

/** The picture upright as the camera meant it, cut to the proportion, as a jpg below 500 kB; nothing where it cannot be read. */
export async function fitPicture(file: File, cut: Cut): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return undefined
  try {
    return await drawn(bitmap, cut, file.name)
  } finally {
    bitmap.close()
  }
}

async function drawn(bitmap: ImageBitmap, cut: Cut, name: string): Promise<File | undefined> {
  const { x, y, w, h, width, height } = middleOf(bitmap.width, bitmap.height, cut)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  // What is see-through in a png would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(bitmap, x, y, w, h, 0, 0, width, height)
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/jpeg', quality))
    if (blob && blob.size <= MAX_BYTES)
      return new File([blob], name.replace(/\.\w+$/, '') + '.jpg', { type: blob.type })
  }
  return undefined
}
