/**
 * {@code dray available}: the devices that can still be allocated. A cluster read from manifests
 * enters, a report leaves; the counting is done in {@code planning}. Begin with {@code
 * AvailableCommand}.
 */
@NullMarked
package dev.dray.cli.available;

import org.jspecify.annotations.NullMarked;
