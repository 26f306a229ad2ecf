package dev.dray.kinds;

/** Config maps: text and bytes by name. */
final class ConfigMapRules implements TreeRules {}
