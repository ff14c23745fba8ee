/** Lets a conversation look at pictures, even if its own model takes no images. */

export type SeenPicture = {
  /** One of `imageTypes`. */
  media_type: string;
  data: Uint8Array<ArrayBuffer>;
};

export type VisionAnswer =
  /** The model of the conversation takes images: the tool returns the picture to it. */
  | { type: 'sees' }
  /** Another model looked. `model`: its name and that of its provider, for the user. */
  | { type: 'answered'; model: string; text: string };

/** Contract: fails only with a `ToolError`. */
export type VisionPort = { look(picture: SeenPicture, question: string): Promise<VisionAnswer> };
