/** Eyes for a conversation whose own model may have none. */

export type SeenPicture = {
  /** One of `imageTypes`. */
  media_type: string;
  data: Uint8Array<ArrayBuffer>;
};

export type VisionAnswer =
  /** The model of the conversation sees: it only has to be given the picture. */
  | { type: 'sees' }
  /** Another model looked. `model`: its name and that of its provider, for the user. */
  | { type: 'answered'; model: string; text: string };

/** Contract: fails only with a `ToolError`. */
export type VisionPort = { look(picture: SeenPicture, question: string): Promise<VisionAnswer> };
