// The browser's camera: its stream, lenses, zoom, torch and pictures. It reports missing abilities
// and simulates none.

/** The sizes of a picture's sides in the frame. */
export const FRAME = 16 / 9;

/** The part of a picture that is in the frame: 16:9 in its middle, less by a digital zoom. */
export const framed = (width, height, digital) => {
  const wide = Math.min(width, height * FRAME) / digital;
  const high = wide / FRAME;
  return { x: Math.round((width - wide) / 2), y: Math.round((height - high) / 2), width: Math.round(wide), height: Math.round(high) };
};

/** Draws a picture, or a part of it, into a file whose longer side is at most `most` pixels. */
export const drawn = async (picture, part, type, most = Infinity) => {
  const scale = Math.min(1, most / Math.max(part.width, part.height));
  const [width, height] = [Math.round(part.width * scale), Math.round(part.height * scale)];
  const canvas = typeof OffscreenCanvas === "function" ? new OffscreenCanvas(width, height) : document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, width, height);
  const blob = canvas.convertToBlob
    ? await canvas.convertToBlob({ type, quality: 0.93 })
    : await new Promise((resolve) => canvas.toBlob(resolve, type, 0.93));
  if (!blob) throw new Error("the picture can't be written");
  return blob;
};

export class Lens {
  /** @param {HTMLVideoElement} video the element that shows the picture. */
  constructor(video) {
    this.video = video;
    this.stream = null;
    this.track = null;
    this.zoom = 1;
    this.facing = "environment";
    this.photographer = null;
  }

  /** Opens a camera. Throws the browser's error, such as NotAllowedError. */
  async open(facing, device) {
    this.close();
    if (!navigator.mediaDevices?.getUserMedia) throw new DOMException("no camera here", "SecurityError");
    // 4:3 is the sensor's whole picture; with 16:9 an upright phone would show less.
    const base = { width: { ideal: 1920 }, aspectRatio: { ideal: 4 / 3 }, frameRate: { ideal: 60 } };
    const wanted = device ? { ...base, deviceId: { exact: device } } : { ...base, facingMode: { ideal: facing } };
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { ...wanted, zoom: true }, audio: false });
    } catch (error) {
      // Zoom is a separate permission in some browsers: without it the camera still works.
      if (error.name === "NotFoundError") throw error;
      this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    }
    this.track = this.stream.getVideoTracks()[0];
    this.facing = this.settings.facingMode || facing;
    this.zoom = 1;
    this.photographer = typeof ImageCapture === "function" ? new ImageCapture(this.track) : null;
    this.video.srcObject = this.stream;
    await this.video.play();
    // Switches the torch off at every start, even if the camera remembers it.
    if (this.has("torch")) await this.apply({ torch: false });
    if (this.has("zoom") && this.capabilities.zoom.min <= 1) await this.apply({ zoom: 1 });
  }

  close() {
    for (const track of this.stream?.getTracks() || []) track.stop();
    this.stream = this.track = this.photographer = null;
    this.video.srcObject = null;
  }

  get isOpen() {
    return this.track?.readyState === "live";
  }
  get isFront() {
    return this.facing === "user";
  }
  get settings() {
    return this.track?.getSettings?.() || {};
  }
  get capabilities() {
    return this.track?.getCapabilities?.() || {};
  }

  /** True if the camera supports a constraint. */
  has(name) {
    const value = this.capabilities[name];
    if (Array.isArray(value)) return value.length > 1 || value.includes("manual");
    if (value && typeof value === "object") return value.max !== undefined && value.max > value.min;
    return value === true;
  }

  /** Asks the camera for a constraint. Returns the resulting settings. */
  async apply(values) {
    // A camera ignores unknown plain constraints silently, but not advanced ones.
    await this.track.applyConstraints({ advanced: [values] });
    return this.settings;
  }

  /** Cameras by their names, which browsers reveal after one was opened. */
  static async all() {
    const devices = (await navigator.mediaDevices?.enumerateDevices?.()) || [];
    return devices.filter((device) => device.kind === "videoinput" && device.deviceId);
  }

  /** The camera's own zoom range; 1 to 1 without a zoom. */
  get reach() {
    const zoom = this.capabilities.zoom;
    // Some cameras count in hundredths.
    const unit = zoom && zoom.min >= 50 ? zoom.min : 1;
    return zoom && zoom.max > zoom.min ? { min: zoom.min / unit, max: zoom.max / unit, unit } : { min: 1, max: 1, unit: 1 };
  }

  /** The whole zoom range, by the camera or by a smaller part of its picture. */
  get farthest() {
    return Math.max(10, this.reach.max);
  }

  /** The digital part of the zoom, by a smaller part of the picture. */
  get digital() {
    return Math.max(1, this.zoom / this.native);
  }
  get native() {
    const { unit, min, max } = this.reach;
    const value = this.settings.zoom;
    return max > min && value ? value / unit : 1;
  }

  /** Zooms with the camera as far as it can, and with a smaller part of its picture beyond. */
  async zoomTo(factor) {
    const { min, max, unit } = this.reach;
    this.zoom = Math.min(this.farthest, Math.max(min, factor));
    if (max > min) {
      try {
        await this.apply({ zoom: Math.min(max, Math.max(min, this.zoom)) * unit });
      } catch {
        // Then all of it is digital.
      }
    }
    return this.zoom;
  }

  /**
   * Takes a picture. Returns the sensor's whole picture as a file; its part in the frame comes
   * later. The fields are `whole`, `digital`, and `way`, which is "sensor" or "frame" of the video.
   */
  async take(type) {
    const digital = this.digital;
    if (this.photographer) {
      try {
        const whole = await Promise.race([
          this.photographer.takePhoto(),
          new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), 4000)),
        ]);
        if (whole?.size) return { whole, digital, way: "sensor" };
      } catch {
        // Then a frame of the video is used, as in browsers without takePhoto. The next photo tries
        // the camera again.
      }
    }
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width) throw new Error("the camera shows nothing");
    return { whole: await drawn(this.video, { x: 0, y: 0, width, height }, type), digital, way: "frame" };
  }
}
