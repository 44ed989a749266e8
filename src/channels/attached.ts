// What people attach, in a word. Pure.

/** "image", "audio", "video" or "text" by the media type; else "file". */
export function kindOf(mediaType: string | null | undefined): string {
  const [major = ''] = (mediaType ?? '').split('/');
  return ['image', 'audio', 'video', 'text'].includes(major) ? major : 'file';
}
