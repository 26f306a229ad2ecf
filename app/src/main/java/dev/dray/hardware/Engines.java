package dev.dray.hardware;

/** What a GPU or a part of it computes with. */
public record Engines(
    int computeSlices,
    long memoryMebibytes,
    int multiprocessors,
    int copyEngines,
    int decoders,
    int encoders,
    int jpegEngines,
    int ofaEngines) {}
