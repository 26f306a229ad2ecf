/**
 * Restarts a server on the same data with features on and off, and looks what becomes of fields.
 *
 * <p>In: the script of the server. Out: whether a field whose feature is off is dropped with a
 * warning from what is new, kept in what has it already, and whether one that was refused or
 * dropped is taken again when the feature comes back; and whether features are independent of each
 * other.
 *
 * <p>What the enhancements say of the server, row by row, and the check in {@code Gates} that holds
 * it to that. Rows about the scheduler are scenarios 910 to 930 of {@code verify/e2e/up}.
 *
 * <table>
 * <caption>Rows of the skew tables and of what is said about rollback</caption>
 * <tr><th>KEP<th>row<th>check
 * <tr><td>all<td>server off: the fields of new objects are dropped<td>{@code gone}, with all
 * features off and with one
 * <tr><td>all<td>server on: they are stored and served<td>{@code taken}
 * <tr><td>all<td>rolled back: what is stored stays, through any write<td>{@code kept}, life "old"
 * <tr><td>all<td>rolled back, and the object let go of the feature: it cannot begin again<td>{@code
 * goneOnceLetGo}
 * <tr><td>all<td>enabled again: what was stored before is in force, new objects use it<td>{@code
 * kept}, life "back"; {@code taken}, life "again"
 * <tr><td>5963<td>groups of slices and groups recorded in claims, each by itself<td>two uses of
 * DRADeviceCompatibilityGroups
 * <tr><td>5234<td>mixins, and includes of devices, counter sets and consumptions; a set or
 * consumption that has nothing else is refused<td>four uses of DRAResourceSliceMixins
 * <tr><td>5941<td>policies of counters are dropped; a consumption by {@code valueFrom} is refused
 * without it, unless consumptions go as a whole; recorded amounts<td>three uses of
 * DRASharedConsumableCapacity
 * <tr><td>5027<td>off with the API group on: patches can be cleaned up<td>{@code deleted}
 * <tr><td>5027<td>patches stay stored while the feature is off, and return with it<td>{@code kept},
 * lives "old" and "back", of attributes and of capacity
 * <tr><td>4816<td>the server cannot be without it: the gate is locked<td>{@code locked}
 * </table>
 */
@NullMarked
package dev.dray.verify.gates;

import org.jspecify.annotations.NullMarked;
