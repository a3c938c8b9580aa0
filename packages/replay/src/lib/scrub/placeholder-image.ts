/** Grey pictures of 16 by 16 pixels: nobody is on them. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mOYtWAZSYhhVMOohuGrAQAiIeAQkz8tZgAAAABJRU5ErkJggg==',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKYBC//Z',
  'image/gif':
    'R0lGODlhEAAQAJEAAJqgppqgppqgppqgpiwAAAAAEAAQAAACkQQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgUAOw==',
  'image/webp': 'UklGRigAAABXRUJQVlA4IBwAAABwAQCdASoQABAAAoBCJZwCdAFAAAD+6RcTy5gA',
};

/** A picture that stands for another: of the same type, or a PNG where there is none of its type. */
export interface PlaceholderImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Gives the placeholder for an image of a type, `image/jpeg` for instance. */
export function placeholderImage(contentType: string): PlaceholderImage {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const known = Object.hasOwn(PICTURES, type);
  return {
    contentType: known ? type : 'image/png',
    bytes: Buffer.from(PICTURES[known ? type : 'image/png'] ?? '', 'base64'),
  };
}
