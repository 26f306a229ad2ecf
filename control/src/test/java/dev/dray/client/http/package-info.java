@NullMarked
package dev.dray.client.http;

import org.jspecify.annotations.NullMarked;
