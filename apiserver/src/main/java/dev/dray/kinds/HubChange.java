package dev.dray.kinds;

import dev.dray.api.resource.ApiObject;

/** The hub records of a stored object, without its managed fields, and of what replaces it. */
public record HubChange(ApiObject before, ApiObject after) {}
