/** Another site inside a tab; it cannot reach into this one. */
export function FrameScreen({ url }: { url: string }) {
  return (
    <iframe
      className="frame-screen"
      title={url}
      src={url}
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
    />
  )
}
