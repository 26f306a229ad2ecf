package dev.dray.hardware;

/** The compute resources of a GPU or a part of it. */
public record Engines(
    int computeSlices,
    long memoryMebibytes,
    int multiprocessors,
    int copyEngines,
    int decoders,
    int encoders,
    int jpegEngines,
    int ofaEngines) {}
