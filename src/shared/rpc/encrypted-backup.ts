/** How an encrypted backup is recognized; apart from backup.ts, so that the page needs none of its texts for it. */

/** The first bytes of the file. */
export const encryptedMagic = 'OCLAWENC';
