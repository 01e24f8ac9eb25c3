#include <CLittleCMS.h>

#include <lcms2.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct twl_transform {
  cmsHTRANSFORM handle;
  int channels;
  bool wide;
};

// Points of a curve that isn't a simple power.
enum { CURVE = 4096 };

static cmsToneCurve *srgb_curve(void) {
  // IEC 61966-2-1.
  const double parameters[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  return cmsBuildParametricToneCurve(NULL, 4, parameters);
}

static cmsHPROFILE gray_profile(cmsToneCurve *curve) { return cmsCreateGrayProfile(cmsD50_xyY(), curve); }

static cmsHPROFILE srgb_profile(bool gray) {
  cmsToneCurve *curve = srgb_curve();
  if (!curve) return NULL;
  cmsHPROFILE profile;
  if (gray) {
    profile = gray_profile(curve);
  } else {
    const cmsCIExyY white = {0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
    cmsToneCurve *const curves[3] = {curve, curve, curve};
    profile = cmsCreateRGBProfile(&white, &primaries, curves);
  }
  cmsFreeToneCurve(curve);
  return profile;
}

static twl_transform *make(cmsHPROFILE from, int channels, bool wide, bool exact) {
  cmsHPROFILE to = from ? srgb_profile(channels == 1) : NULL;
  twl_transform *transform = to ? calloc(1, sizeof *transform) : NULL;
  if (transform) {
    cmsUInt32Number in = channels == 1 ? (wide ? TYPE_GRAY_16 : TYPE_GRAY_8)
      : channels == 3                  ? (wide ? TYPE_RGB_16 : TYPE_RGB_8)
                                       : (wide ? TYPE_CMYK_16 : TYPE_CMYK_8);
    // Without the cache, a transform doesn't change while it runs. Values far beyond white would be
    // lost between the points of the table for 16-bit samples.
    transform->handle = cmsCreateTransform(
      from, in, to, channels == 1 ? TYPE_GRAY_8 : TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
      cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | (exact ? cmsFLAGS_NOOPTIMIZE : 0));
    transform->channels = channels;
    transform->wide = wide;
    if (!transform->handle) {
      free(transform);
      transform = NULL;
    }
  }
  if (to) cmsCloseProfile(to);
  if (from) cmsCloseProfile(from);
  return transform;
}

twl_transform *twl_open_profile(const uint8_t *profile, size_t count, int channels, bool wide) {
  if (count < 128 || count > UINT32_MAX) return NULL;
  cmsHPROFILE from = cmsOpenProfileFromMem(profile, (cmsUInt32Number)count);
  if (!from) return NULL;
  cmsColorSpaceSignature wanted = channels == 1 ? cmsSigGrayData : channels == 3 ? cmsSigRgbData : cmsSigCmykData;
  cmsProfileClassSignature class = cmsGetDeviceClass(from);
  if (cmsGetColorSpace(from) != wanted || class == cmsSigLinkClass || class == cmsSigNamedColorClass
      || class == cmsSigAbstractClass) {
    cmsCloseProfile(from);
    return NULL;
  }
  return make(from, channels, wide, false);
}

// Light beyond the white of paper (203 cd/m2, ITU-R BT.2408) is compressed below 1 from 0.6 on,
// each colour separately.
static double bent(double light) { return light <= 0.6 ? light : 0.6 + 0.4 * (1 - exp(-(light - 0.6) / 0.4)); }

// SMPTE ST 2084.
static double perceptual_quantizer(double value) {
  const double m1 = 2610.0 / 16384, m2 = 2523.0 / 32, c1 = 3424.0 / 4096, c2 = 2413.0 / 128, c3 = 2392.0 / 128;
  double power = pow(value, 1 / m2), above = power - c1;
  return pow((above > 0 ? above : 0) / (c2 - c3 * power), 1 / m1) * 10000;
}

// ITU-R BT.2100, on a display of 1000 cd/m2.
static double hybrid_log_gamma(double value) {
  const double a = 0.17883277, b = 1 - 4 * 0.17883277, c = 0.5 - 0.17883277 * log(4 * 0.17883277);
  double scene = value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12;
  return pow(scene, 1.2) * 1000;
}

static cmsToneCurve *curve_of(int transfer, double gamma) {
  switch (transfer) {
  case 0: return gamma > 0.05 && gamma < 20 ? cmsBuildGamma(NULL, gamma) : NULL;
  case 4: return cmsBuildGamma(NULL, 2.2);
  case 5: return cmsBuildGamma(NULL, 2.8);
  case 8: return cmsBuildGamma(NULL, 1);
  case 16:
  case 18: {
    float *values = malloc(CURVE * sizeof *values);
    if (!values) return NULL;
    for (int i = 0; i < CURVE; i++) {
      double value = (double)i / (CURVE - 1);
      values[i] = (float)bent((transfer == 16 ? perceptual_quantizer(value) : hybrid_log_gamma(value)) / 203);
    }
    cmsToneCurve *curve = cmsBuildTabulatedToneCurveFloat(NULL, CURVE, values);
    free(values);
    return curve;
  }
  default: return srgb_curve();  // those of television are shown as sRGB by everybody
  }
}

twl_transform *twl_open_primaries(
  const double c[8], int transfer, double gamma, int channels, bool wide) {
  if (channels != 1 && channels != 3) return NULL;
  for (int i = 0; i < 8; i++)
    if (!(c[i] > -1 && c[i] < 2) || (i % 2 && c[i] == 0)) return NULL;
  cmsToneCurve *curve = curve_of(transfer, gamma);
  if (!curve) return NULL;
  cmsHPROFILE from;
  if (channels == 1) {
    from = gray_profile(curve);
  } else {
    const cmsCIExyY white = {c[0], c[1], 1};
    const cmsCIExyYTRIPLE primaries = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
    cmsToneCurve *const curves[3] = {curve, curve, curve};
    from = cmsCreateRGBProfile(&white, &primaries, curves);
  }
  cmsFreeToneCurve(curve);
  return from ? make(from, channels, wide, wide) : NULL;
}

void twl_close(twl_transform *transform) {
  if (!transform) return;
  cmsDeleteTransform(transform->handle);
  free(transform);
}

void twl_run(const twl_transform *transform, const void *in, uint8_t *out, size_t pixels) {
  cmsDoTransform(transform->handle, in, out, (cmsUInt32Number)pixels);
}

int twl_greatest_change(const twl_transform *transform) {
  if (transform->wide || transform->channels == 4) return 255;
  int greatest = 0, steps = transform->channels == 1 ? 1 : 9;
  for (int r = 0; r < 9; r++)
    for (int g = 0; g < steps; g++)
      for (int b = 0; b < steps; b++) {
        uint8_t in[3] = {(uint8_t)(r * 255 / 8), (uint8_t)(g * 255 / 8), (uint8_t)(b * 255 / 8)}, out[3];
        twl_run(transform, in, out, 1);
        for (int c = 0; c < transform->channels; c++) {
          int change = abs(in[c] - out[c]);
          if (change > greatest) greatest = change;
        }
      }
  return greatest;
}

uint8_t *twl_srgb_profile(bool gray, size_t *count) {
  cmsHPROFILE profile = srgb_profile(gray);
  if (!profile) return NULL;
  const char *name = gray ? "Gray with the sRGB curve" : "sRGB";
  cmsMLU *text = cmsMLUalloc(NULL, 1), *rights = cmsMLUalloc(NULL, 1);
  if (text && rights) {
    cmsMLUsetASCII(text, "en", "US", name);
    cmsWriteTag(profile, cmsSigProfileDescriptionTag, text);
    cmsMLUsetASCII(rights, "en", "US", "No copyright");
    cmsWriteTag(profile, cmsSigCopyrightTag, rights);
  }
  cmsMLUfree(text);
  cmsMLUfree(rights);
  cmsUInt32Number size = 0;
  uint8_t *bytes = NULL;
  if (cmsSaveProfileToMem(profile, NULL, &size) && size >= 128 && (bytes = malloc(size))
      && cmsSaveProfileToMem(profile, bytes, &size)) {
    // The day it was made would make each run's files different; the standard's own will do (ICC.1,
    // 7.2.8).
    static const uint8_t day[12] = {0x07, 0xCF, 0, 10, 0, 1};
    memcpy(bytes + 24, day, sizeof day);
    *count = size;
  } else {
    free(bytes);
    bytes = NULL;
  }
  cmsCloseProfile(profile);
  return bytes;
}

uint32_t twl_space(const uint8_t *profile, size_t count) {
  if (count < 128 || count > UINT32_MAX) return 0;
  cmsHPROFILE handle = cmsOpenProfileFromMem(profile, (cmsUInt32Number)count);
  if (!handle) return 0;
  uint32_t space = (uint32_t)cmsGetColorSpace(handle);
  cmsCloseProfile(handle);
  return space;
}

void twl_free(void *memory) { free(memory); }
int twl_version(void) { return cmsGetEncodedCMMversion(); }
